import {element} from "explorer/element";
export function curve() { return element("div", {}); }
