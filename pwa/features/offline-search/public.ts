export { deviceQuery, warmDevice } from "./api.ts";
export { DeviceLabel } from "./DeviceLabel.tsx";
export { pageQuestion } from "./question.ts";
export { useDevice } from "./use-device.ts";
