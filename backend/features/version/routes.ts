import { getAppVersion } from "#shared/contracts/version.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { readVersion } from "../../version.ts";

export function archiveRoutes(): Mounted[] {
  // Asked once: the version of a running server does not change.
  let version: Promise<string> | undefined;
  return [
    mount(getAppVersion, () => {
      version ??= readVersion();
      return version;
    }),
  ];
}
