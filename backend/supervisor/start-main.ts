/** The entry of `npm start`. */
import "./ensure-driver-patch.ts"; // first: later imports load the driver
import { runLauncher } from "./main.ts";

await runLauncher();
