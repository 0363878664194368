/** Components of this folder that are loaded when they are first shown. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const TranslateButton = lazyComponent(() =>
  import("./TranslateButton.tsx").then((file) => file.TranslateButton),
);
