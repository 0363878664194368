export { offlineQuery, warmDevice } from "./api.ts";
export { DeviceLabel } from "./DeviceLabel.tsx";
export { pageQuestion } from "./question.ts";
export { useOfflineSearch } from "./use-device.ts";
