// The help page needs no script of its own.
import { open } from "./page.js";

open();
document.documentElement.dataset.ready = "yes";
