/** Components of this folder that are loaded when they are first shown. */
import { later } from "../../../ui/later.tsx";

export const TranslateButton = later(() =>
  import("./TranslateButton.tsx").then((file) => file.TranslateButton),
);
