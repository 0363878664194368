/** Setup of every unit test file. Files share the modules and globals of their worker, so each puts back what it replaced. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
