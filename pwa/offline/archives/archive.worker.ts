/** Opens archive files off the main thread; client.ts starts it, and ends it when it takes too long. */
import { serve } from "../../lib/worker-rpc/serve.ts";
import { setDeviceKey } from "../../lib/worker-rpc/set-device-key.ts";
import { archives } from "./archives.ts";
import type { ArchiveMethods } from "./worker-api.ts";

serve<ArchiveMethods, Record<never, never>>({ setDeviceKey, ...archives });
