/** Method of workers that read what the device has stored: the first one that `createWorkerClient` calls. */
import { createCiphers } from "../../offline/encryption/ciphers.ts";
import { setDeviceCiphers } from "../device-ciphers.ts";

export type SetDeviceKey = (key: Uint8Array<ArrayBuffer>) => void;

export const setDeviceKey: SetDeviceKey = (key) => setDeviceCiphers(createCiphers(key));
