import { getArchiveState } from "#shared/contracts/archive.ts";
import { getAppVersion } from "#shared/contracts/version.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { readVersion } from "../../version.ts";
import { archiveState } from "./queries.ts";

export function archiveRoutes(): Mounted[] {
  // Read once: the version of a running server does not change.
  let version: Promise<string> | undefined;
  return [
    mount(getAppVersion, () => {
      version ??= readVersion();
      return version;
    }),
    mount(getArchiveState, ({ sql }) => archiveState(sql)),
  ];
}
