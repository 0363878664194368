/** The entry of `npm start`. */
import "./guard-driver.ts"; // first: what follows loads the driver
import { runLauncher } from "./main.ts";

await runLauncher();
