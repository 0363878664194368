export { type PostParams, postQuery } from "./api.ts";
export { forgetWhere as forgetPlaybackPositions } from "./playback-positions.ts";
export { savableOf } from "./savable.ts";
