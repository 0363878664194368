import type { Fault } from "#shared/archive-files/faults.ts";

/** Why the device cannot open it; `not saved` and `unknown` are none of the file. */
export type DeviceFault = Fault | "not saved" | "unknown";

export class ArchiveFault extends Error {
  override name = "ArchiveFault";
  constructor(readonly fault: DeviceFault) {
    super(fault);
  }
}
