/** Position and scale of the image in the viewer. Pure, for tests of every gesture. */

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** `scale` 1 is one image pixel per CSS pixel; x and y are the offset of its center from the stage's. */
export interface Position extends Point {
  scale: number;
}

export const FIT_MODES = ["whole", "width", "height", "full"] as const;
export type FitMode = (typeof FIT_MODES)[number];

export interface View {
  stage: Size;
  image: Size | undefined;
  fit: FitMode;
  /** Undefined while the image is sized by `fit`. */
  free: Position | undefined;
}

/** `at` is a point relative to the center of the stage. */
export type ViewAction =
  | { type: "stage"; size: Size }
  | { type: "image"; size: Size | undefined }
  | { type: "fit"; fit: FitMode }
  | { type: "zoom"; by: number; at?: Point }
  | { type: "pinch"; factor: number; at: Point }
  | { type: "toggle"; at: Point }
  | { type: "move"; by: Point }
  | { type: "reset" };

export const ZOOM_STEP = 0.05;
const MIN_SCALE = 0.1;
const MAX_SCALE = 10;
const MIDDLE: Point = { x: 0, y: 0 };

export const firstView: View = {
  stage: { width: 0, height: 0 },
  image: undefined,
  fit: "whole",
  free: undefined,
};

export function reduceView(view: View, action: ViewAction): View {
  const now = positionOf(view);
  switch (action.type) {
    case "stage":
      return { ...view, stage: action.size };
    case "image":
      return withImage(view, action.size);
    case "fit":
      return { ...view, fit: action.fit, free: undefined };
    case "reset":
      return { ...view, fit: "whole", free: undefined };
    case "zoom":
      return { ...view, free: scaled(view, now, now.scale + action.by, action.at ?? MIDDLE) };
    case "pinch":
      return { ...view, free: scaled(view, now, now.scale * action.factor, action.at) };
    case "toggle":
      return toggled(view, now, action.at);
    case "move":
      return { ...view, free: bounded(view, { ...now, x: now.x + action.by.x, y: now.y + action.by.y }) };
  }
}

export function positionOf(view: View): Position {
  if (view.image === undefined) return { scale: 1, ...MIDDLE };
  if (view.free !== undefined) return bounded(view, view.free);
  const scale = fitScale(view.fit, view.image, view.stage);
  return { scale, x: 0, y: overflow(view, scale).y }; // tall images start at the top
}

/** Maximum pan distance in each direction, until the image's edge is visible. */
export function overflow({ image, stage }: View, scale: number): Point {
  return {
    x: Math.max(0, ((image?.width ?? 0) * scale - stage.width) / 2),
    y: Math.max(0, ((image?.height ?? 0) * scale - stage.height) / 2),
  };
}

/** Replaces the preview by the original at the same displayed size. */
function withImage(view: View, size: Size | undefined): View {
  const { image, free } = view;
  if (size === undefined || image === undefined) return { ...view, image: size, free: undefined };
  const ratio = image.width / size.width;
  return { ...view, image: size, free: free && { ...free, scale: free.scale * ratio } };
}

function fitScale(fit: FitMode, image: Size, stage: Size): number {
  const width = stage.width / image.width;
  const height = stage.height / image.height;
  const scale = { whole: Math.min(width, height), width, height, full: 1 }[fit];
  return scale > 0 && Number.isFinite(scale) ? scale : 1;
}

/** Zooms around `at`, which stays fixed. */
function scaled(view: View, now: Position, wanted: number, at: Point): Position {
  const scale = Math.min(MAX_SCALE, Math.max(Math.min(MIN_SCALE, now.scale), wanted));
  const ratio = scale / now.scale;
  return bounded(view, { scale, x: at.x - (at.x - now.x) * ratio, y: at.y - (at.y - now.y) * ratio });
}

function toggled(view: View, now: Position, at: Point): View {
  if (view.image === undefined) return view;
  const whole = fitScale("whole", view.image, view.stage);
  if (now.scale > whole * 1.01) return { ...view, fit: "whole", free: undefined };
  return { ...view, free: scaled(view, now, Math.max(1, whole * 2), at) };
}

function bounded(view: View, { scale, x, y }: Position): Position {
  const overhang = overflow(view, scale);
  return {
    scale,
    x: Math.min(overhang.x, Math.max(-overhang.x, x)),
    y: Math.min(overhang.y, Math.max(-overhang.y, y)),
  };
}
