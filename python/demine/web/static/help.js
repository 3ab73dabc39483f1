// The help page has nothing to do but to be a page.
import { open } from "./page.js";

open();
document.documentElement.dataset.ready = "yes";
