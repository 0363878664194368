import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const FoundInImage = lazyComponent(async () => (await import("./FoundInImage.tsx")).FoundInImage);
