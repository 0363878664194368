/** Decodes and hashes pictures off the main thread; client.ts starts it. */
import { serve } from "../../lib/worker-rpc/serve.ts";
import { hashChanged, hashPicture } from "./hash-picture.ts";
import type { PictureMethods } from "./worker-api.ts";

serve<PictureMethods, Record<never, never>>({ hash: hashPicture, hashChanged });
