// The page for an address that does not exist.
import { open } from "./page.js";

open();
document.documentElement.dataset.ready = "yes";
