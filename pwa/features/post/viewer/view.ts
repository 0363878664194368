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
  /** Sizes of the images shown side by side; undefined until loaded. */
  parts: readonly (Size | undefined)[];
  /** Size of all parts together. */
  image: Size | undefined;
  fit: FitMode;
  /** Undefined while the image is sized by `fit`. */
  free: Position | undefined;
}

/** `at` is a point relative to the center of the stage. */
export type ViewAction =
  | { type: "stage"; size: Size }
  | { type: "images"; count: number }
  | { type: "image"; size: Size; part?: number }
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
  parts: [undefined],
  image: undefined,
  fit: "whole",
  free: undefined,
};

export function reduceView(view: View, action: ViewAction): View {
  const now = positionOf(view);
  switch (action.type) {
    case "stage":
      return { ...view, stage: action.size };
    case "images":
      return { ...view, parts: Array.from({ length: action.count }), image: undefined, free: undefined };
    case "image":
      return withPart(view, action.part ?? 0, action.size);
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

/** Adds the size of a part; an original replaces its preview at the same displayed size. */
function withPart(view: View, part: number, size: Size): View {
  const parts = view.parts.with(part, size);
  const image = together(parts);
  const ratio = view.image === undefined ? 1 : view.image.width / image.width;
  return { ...view, parts, image, free: view.free && { ...view.free, scale: view.free.scale * ratio } };
}

/** Size of parts side by side at the height of the tallest; one that is not loaded yet is taken to be like the others. */
function together(parts: View["parts"]): Size {
  const height = Math.max(...parts.map((part) => part?.height ?? 0));
  return { height, width: widthsAt(parts, height).reduce((sum, width) => sum + width, 0) };
}

/** Widths of the parts at a height. */
export function widthsAt(parts: View["parts"], height: number): number[] {
  const known = parts.find((part) => part !== undefined);
  return parts.map((part = known) => (part === undefined ? 0 : (part.width * height) / part.height));
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
