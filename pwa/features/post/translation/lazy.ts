/** Lazy components of this folder. */
import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const TranslateButton = lazyComponent(() =>
  import("./TranslateButton.tsx").then((file) => file.TranslateButton),
);
