/** Fake time for tests in which seconds pass: by itself it is so slow that no wait of a busy machine reaches a timeout. */
import { vi } from "vitest";

type Faked = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>["toFake"]>;

/** Real milliseconds to a faked one. */
const SLOWNESS = 10;
const { setInterval, clearInterval } = globalThis;
let ticking: ReturnType<typeof setInterval> | undefined;

/** Until `endSlowTime`; what is due at once still happens. */
export function startSlowTime(toFake: Faked = ["setTimeout", "clearTimeout"]): void {
  vi.useFakeTimers({ toFake });
  ticking = setInterval(() => void vi.advanceTimersByTime(1), SLOWNESS);
}

/** For `afterEach`: the screen is left in real time. */
export async function endSlowTime(): Promise<void> {
  clearInterval(ticking);
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1_000); // a timer that never ends may block later tests
  vi.useRealTimers();
}
