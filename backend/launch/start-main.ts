/** The entry of `npm start`. */
import { runLauncher } from "./main.ts";

await runLauncher();
