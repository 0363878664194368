/** Imported before any contract: by default zod tries to compile code, which the CSP blocks and reports. */
import { z } from "zod/mini";

z.config({ jitless: true });
