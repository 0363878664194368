/** The entry of `npm start`. */
import "./ensure-driver-patch.ts"; // first: what follows loads the driver
import { runLauncher } from "./main.ts";

await runLauncher();
