export { offlineQuery, warmDevice } from "./api.ts";
export { DeviceLabel } from "./OfflineLabel.tsx";
export { pageQuestion } from "./query.ts";
export { useOfflineSearch } from "./use-offline-results.ts";
