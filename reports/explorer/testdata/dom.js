// A document without a browser: as much of the DOM as the page's modules and Observable Plot ask for. It lays nothing
// out: every box is empty, and letters are 7 pixels wide. A canvas remembers the colour of each pixel.
const svgSpace = "http://www.w3.org/2000/svg", htmlSpace = "http://www.w3.org/1999/xhtml";

class Node extends EventTarget {
  constructor() {
    super();
    Object.assign(this, {childNodes: [], parentNode: null});
  }
  get ownerDocument() { return document; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get nextSibling() { return this.#beside(1); }
  get previousSibling() { return this.#beside(-1); }
  get isConnected() { return this.parentNode?.isConnected ?? false; }
  #beside(step) {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + step] ?? null;
  }
  insertBefore(child, next) {
    child.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child) { return this.insertBefore(child, null); }
  append(...all) { for (const one of all) this.appendChild(one instanceof Node ? one : new Text(String(one))); }
  prepend(...all) {
    const first = this.firstChild;
    for (const one of all) this.insertBefore(one instanceof Node ? one : new Text(String(one)), first);
  }
  after(...all) { for (const one of all.reverse()) this.parentNode.insertBefore(one, this.nextSibling); }
  removeChild(child) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
    return child;
  }
  remove() { this.parentNode?.removeChild(this); }
  replaceChildren(...all) {
    for (const child of [...this.childNodes]) child.remove();
    this.append(...all);
  }
  contains(other) { return other === this || this.childNodes.some((child) => child.contains(other)); }
  get textContent() { return this.childNodes.map((child) => child.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" || text === null ? [] : [String(text)])); }
  getRootNode() { return this.parentNode?.getRootNode() ?? this; }
}

class Text extends Node {
  constructor(data) {
    super();
    this.data = data;
  }
  get nodeType() { return 3; }
  get textContent() { return this.data; }
  set textContent(text) { this.data = text; }
  cloneNode() { return new Text(this.data); }
}

class Element extends Node {
  #attributes = new Map();
  constructor(tag, space) {
    super();
    Object.assign(this, {localName: tag, namespaceURI: space, style: new Style(), hidden: false});
    this.dataset = new Proxy(this, {get: (of, key) => of.getAttribute(`data-${key}`) ?? undefined,
      set: (of, key, value) => (of.setAttribute(`data-${key}`, value), true)});
  }
  get nodeType() { return 1; }
  get nodeName() { return this.namespaceURI === htmlSpace ? this.localName.toUpperCase() : this.localName; }
  get tagName() { return this.nodeName; }
  get children() { return this.childNodes.filter((child) => child instanceof Element); }
  get firstElementChild() { return this.children[0] ?? null; }
  setAttribute(name, value) {
    this.#attributes.set(name, String(value));
    if (["value", "checked", "hidden", "disabled"].includes(name)) this[name] = name === "value" ? String(value) : true;
  }
  setAttributeNS(_, name, value) { this.setAttribute(name, value); }
  getAttribute(name) { return this.#attributes.get(name) ?? null; }
  getAttributeNS(_, name) { return this.getAttribute(name); }
  hasAttribute(name) { return this.#attributes.has(name); }
  removeAttribute(name) { this.#attributes.delete(name); }
  removeAttributeNS(_, name) { this.removeAttribute(name); }
  get attributes() { return Object.fromEntries(this.#attributes); }
  get id() { return this.getAttribute("id") ?? ""; }
  set id(value) { this.setAttribute("id", value); }
  get title() { return this.getAttribute("title") ?? ""; }
  set title(value) { this.setAttribute("title", value); }
  get className() { return this.getAttribute("class") ?? ""; }
  set className(value) { this.setAttribute("class", value); }
  get classList() {
    const of = () => this.className.split(" ").filter(Boolean);
    const put = (name, on) => {
      this.className = [...of().filter((one) => one !== name), ...(on ? [name] : [])].join(" ");
    };
    return {contains: (name) => of().includes(name), add: (name) => put(name, true), remove: (name) => put(name, false),
      toggle: (name, on = !of().includes(name)) => put(name, on)};
  }
  cloneNode(deep) {
    const copy = document.createElementNS(this.namespaceURI, this.localName);
    for (const [name, value] of this.#attributes) copy.setAttribute(name, value);
    if (deep) copy.append(...this.childNodes.map((child) => child.cloneNode(true)));
    return copy;
  }
  matches(selector) { return read(selector).some((one) => matches(this, one)); }
  closest(selector) { return this.matches(selector) ? this : this.parentNode?.closest?.(selector) ?? null; }
  get under() { return this.children.flatMap((child) => [child, ...child.under]); }
  querySelectorAll(selector) {
    const of = read(selector.replaceAll(":scope > ", ""));
    return this.under.filter((element) => of.some((one) => matches(element, one)));
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  get clientLeft() { return 0; }
  get clientTop() { return 0; }
  get offsetWidth() { return 0; }
  get offsetHeight() { return 0; }
  getBoundingClientRect() { return {left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0}; }
  scrollIntoView() {}
  focus() { document.activeElement = this; }
  click() {
    if (this.localName === "a" && this.download) files.at(-1).name = this.download;
    this.dispatchEvent(new Event("click"));
  }
  // tables
  createCaption() { return this.#made("caption"); }
  createTHead() { return this.#made("thead"); }
  createTBody() { return this.#made("tbody"); }
  insertRow() { return this.#made("tr"); }
  insertCell() { return this.#made("td"); }
  #made(tag) { return this.appendChild(document.createElement(tag)); }
  get options() { return this.querySelectorAll("option"); }
  // a canvas
  getContext() {
    const canvas = this;
    canvas.pixels ??= {};
    return {
      measureText: (words) => ({width: 7 * words.length}),
      fillRect(x, y) { canvas.pixels[`${x},${y}`] = this.fillStyle; },
      createImageData: (width, height) => ({width, data: new Uint8ClampedArray(4 * width * height)}),
      putImageData({width, data}) {
        const hex = (i) => "#" + [...data.slice(i, i + 3)].map((v) => v.toString(16).padStart(2, "0")).join("");
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] > 0) canvas.pixels[`${i / 4 % width},${Math.floor(i / 4 / width)}`] = hex(i);
        }
      },
    };
  }
  toDataURL() { return JSON.stringify(this.pixels); }
}

class Style {
  setProperty(name, value) { this[name] = value; }
  removeProperty(name) { delete this[name]; }
  getPropertyValue(name) { return this[name] ?? ""; }
}

const selectors = new Map(); // that were read

/** read takes a selector apart: by its commas, each into what an element is and what it is inside of. */
function read(selector) {
  if (!selectors.has(selector)) {
    // those with + and > are of what is laid out, and no element is of them
    selectors.set(selector, selector.split(",").filter((one) => !/[+>]/.test(one)).map((one) => {
      const parts = one.trim().split(/\s+/), is = parts.pop().match(/:not\([^)]*\)|[.#]?[\w*-]+|\[[^\]]*\]/g);
      return {is, inside: parts.join(" ")};
    }));
  }
  return selectors.get(selector);
}

/** matches knows tags, classes, ids, attributes and :not() of one element, and what it is inside of. */
function matches(element, {is, inside}) {
  return is.every((one) => {
    if (one === "*") return true;
    if (one.startsWith(".")) return ` ${element.className} `.includes(` ${one.slice(1)} `);
    if (one.startsWith("#")) return element.id === one.slice(1);
    if (!one.startsWith("[")) return element.localName === one;
    const [name, value] = one.slice(1, -1).split("=");
    return element.hasAttribute(name) && (value === undefined ||
      element.getAttribute(name) === value.replace(/["']/g, ""));
  }) && (inside === "" || Boolean(element.parentNode?.closest?.(inside)));
}

class Document extends Element {
  constructor() { super("#document", htmlSpace); }
  get ownerDocument() { return null; }
  get isConnected() { return true; }
  get defaultView() { return globalThis; }
  createElement(tag) { return new Element(tag, htmlSpace); }
  createElementNS(space, tag) { return new Element(tag, space); }
  createTextNode(text) { return new Text(text); }
  getElementById(id) { return this.querySelector(`#${id}`); }
}

const files = []; // that were saved
const {fetch, setTimeout} = globalThis;

/** fresh makes a new document, and puts every global back that a body may have changed. */
export function fresh() {
  const events = new EventTarget();
  let turn = 0;
  globalThis.document = new Document();
  document.documentElement = document.appendChild(document.createElement("html"));
  document.body = document.documentElement.appendChild(document.createElement("body"));
  document.activeElement = document.body;
  Object.assign(globalThis, {
    window: globalThis, Node, Element, fetch, setTimeout,
    ResizeObserver: class { observe() {} disconnect() {} },
    IntersectionObserver: class { observe() {} disconnect() {} },
    requestAnimationFrame: (draw) => (setTimeout(() => draw(performance.now()), 0), ++turn),
    cancelAnimationFrame: () => {},
    addEventListener: events.addEventListener.bind(events), removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    location: {hash: "", href: "http://127.0.0.1:8080/"}, innerWidth: 1280, innerHeight: 900,
    getComputedStyle: (element) => element.style,
    PointerEvent: class extends Event {},
    history: {written: []},
  });
  for (const how of ["pushState", "replaceState"]) {
    history[how] = (_, __, to) => {
      location.hash = to;
      history.written.push(how);
    };
  }
}

Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, {resolve, reject}));
  return made;
};

URL.createObjectURL = (blob) => {
  files.push({blob});
  return "blob:";
};

/** rest lets everything happen that was put off to the next frame. */
globalThis.rest = () => new Promise((done) => { globalThis.setTimeout(done, 5); });

/** savedBy presses the button of a text, and returns the name and the text of the file that it saves. */
globalThis.savedBy = async (room, text) => {
  room.querySelectorAll("button").find((one) => one.textContent === text).click();
  await rest();
  const {name, blob} = files.at(-1);
  return {name, text: await blob.text()};
};

/** rowsOf are the texts of a table, its head first. */
globalThis.rowsOf = (table) => table.querySelectorAll("tr").map((row) => row.children.map((cell) => cell.textContent));

/** numbersOf are the rows that a chart shows under Numbers. */
globalThis.numbersOf = (figure) => {
  const details = figure.querySelector("details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  return rowsOf(details.querySelector("table"));
};

/** tree is an element as data: its name, its attributes, its text if it has no elements inside, and those. */
globalThis.tree = (element) => ({
  name: element.localName, attributes: element.attributes, hidden: element.hidden,
  text: element.children.length === 0 ? element.textContent : "", children: element.children.map(tree),
});
