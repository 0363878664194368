/** Imported before any contract: zod would otherwise try to compile code, which the page's policy refuses and reports. */
import { z } from "zod/mini";

z.config({ jitless: true });
