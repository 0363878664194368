import { type Dispatch, type RefObject, useEffect, useRef } from "react";
import { TEXT_LAYER } from "./TextLayer.tsx";
import { overflow, type Point, positionOf, type View, type ViewAction, ZOOM_STEP } from "./view.ts";

const SWIPE = 50;
const SWIPE_DOWN = 100;
const TAP_MOVE = 10;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_REACH = 40;
/** Wheel delta of one notch. */
const NOTCH = 100;

interface Touch {
  start: Point;
  last: Point;
}

export interface GestureActions {
  /** Gets 1 for a swipe to the left. */
  onStep: (by: number) => void;
  /** Swipe down with a finger. */
  onClose: () => void;
  /** Tap with a finger that no second tap follows. */
  onTap: () => void;
}

/**
 * Handles wheel, drag, swipe, pinch, tap and double tap on the stage.
 * @param isStrip true while there is no stage
 */
export function useGestures(
  stage: RefObject<HTMLElement | null>,
  isStrip: boolean,
  view: View,
  dispatch: Dispatch<ViewAction>,
  actions: GestureActions,
): void {
  const latest = useRef({ view, ...actions });
  latest.current = { view, ...actions };
  useEffect(() => {
    const box = stage.current;
    if (isStrip || box === null) return;
    const gestures = listeners(box, dispatch, () => latest.current);
    const controller = new AbortController();
    const { signal } = controller;
    const onDown = (event: PointerEvent) => {
      if (!isText(event.target)) gestures.onDown(event);
    };
    box.addEventListener("wheel", gestures.onWheel, { passive: false, signal });
    box.addEventListener("pointerdown", onDown, { signal });
    box.addEventListener("pointermove", gestures.onMove, { signal });
    box.addEventListener("pointerup", gestures.onUp, { signal });
    box.addEventListener("pointercancel", gestures.onCancel, { signal });
    return () => {
      controller.abort();
      gestures.end();
    };
  }, [stage, isStrip, dispatch]);
}

/** Text is selected, not dragged. */
const isText = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`[${TEXT_LAYER}] p`) !== null;

function listeners(
  box: HTMLElement,
  dispatch: Dispatch<ViewAction>,
  latest: () => GestureActions & { view: View },
) {
  const touches = new Map<number, Touch>();
  let lastTap: { at: Point; time: number } | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let wasPinch = false;

  const fromMiddle = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  /** If the image does not overflow to the sides, a horizontal drag turns the page; likewise a drag down closes. */
  const canSwipe = (axis: "x" | "y") => overflow(latest().view, positionOf(latest().view).scale)[axis] < 1;
  const follow = (x: number, y: number) => {
    box.style.setProperty("--drag-x", `${x}px`);
    box.style.setProperty("--drag-y", `${y}px`);
  };

  const isDown = ({ pointerType }: PointerEvent, dx: number, dy: number) =>
    pointerType !== "mouse" && canSwipe("y") && dy > TAP_MOVE && dy > 1.5 * Math.abs(dx);

  const tap = (at: Point, { timeStamp: time, pointerType }: PointerEvent) => {
    clearTimeout(waiting);
    const isDouble =
      lastTap !== undefined &&
      time - lastTap.time < DOUBLE_TAP_MS &&
      distance(at, lastTap.at) < DOUBLE_TAP_REACH;
    if (isDouble) dispatch({ type: "toggle", at });
    else if (pointerType !== "mouse") waiting = setTimeout(() => latest().onTap(), DOUBLE_TAP_MS);
    lastTap = isDouble ? undefined : { at, time };
  };

  return {
    onWheel(event: WheelEvent) {
      event.preventDefault();
      const at = fromMiddle(event);
      // trackpad pinches are reported as Ctrl + wheel
      if (event.ctrlKey) dispatch({ type: "pinch", factor: Math.exp(-event.deltaY / NOTCH), at });
      else dispatch({ type: "zoom", by: (-ZOOM_STEP * event.deltaY) / NOTCH, at });
    },
    onDown(event: PointerEvent) {
      if (event.button !== 0) return;
      if (event.target instanceof Element && event.target.closest("button, a") !== null) return;
      box.setPointerCapture(event.pointerId);
      const at = fromMiddle(event);
      touches.set(event.pointerId, { start: at, last: at });
      wasPinch = touches.size > 1;
    },
    onMove(event: PointerEvent) {
      const touch = touches.get(event.pointerId);
      if (touch === undefined) return;
      const at = fromMiddle(event);
      const other = [...touches].find(([id]) => id !== event.pointerId)?.[1].last;
      if (other !== undefined) {
        const factor = distance(at, other) / Math.max(1, distance(touch.last, other));
        dispatch({ type: "pinch", factor, at: { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 } });
      } else {
        const [dx, dy] = [at.x - touch.start.x, at.y - touch.start.y];
        if (wasPinch) follow(0, 0);
        else if (isDown(event, dx, dy)) follow(0, dy);
        else if (canSwipe("x")) follow(dx, 0);
        dispatch({ type: "move", by: { x: at.x - touch.last.x, y: at.y - touch.last.y } });
      }
      touch.last = at;
    },
    onUp(event: PointerEvent) {
      const touch = touches.get(event.pointerId);
      touches.delete(event.pointerId);
      follow(0, 0);
      if (touch === undefined || wasPinch) return;
      const at = fromMiddle(event);
      const [dx, dy] = [at.x - touch.start.x, at.y - touch.start.y];
      if (distance(at, touch.start) < TAP_MOVE) tap(at, event);
      else if (isDown(event, dx, dy) && dy > SWIPE_DOWN) latest().onClose();
      else if (canSwipe("x") && Math.abs(dx) > SWIPE && Math.abs(dx) > 1.5 * Math.abs(dy))
        latest().onStep(dx < 0 ? 1 : -1);
    },
    onCancel(event: PointerEvent) {
      touches.delete(event.pointerId);
      follow(0, 0);
    },
    end: () => clearTimeout(waiting),
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
