// A plain script for a page that holds frames of this folder: each gets the height that its page tells (embed.js). It
// hears frames of its own folder alone.
(() => {
  const home = new URL(".", document.currentScript.src).href;
  const frames = () => [...document.querySelectorAll("iframe")].filter(({src}) => src.startsWith(home));
  addEventListener("message", ({source, data}) => {
    const height = data?.breadboard?.height, frame = frames().find(({contentWindow}) => contentWindow === source);
    if (frame && height > 0) frame.height = Math.ceil(height);
  });
  for (const frame of frames()) frame.contentWindow.postMessage({breadboard: "height"}, "*"); // what was told before
})();
