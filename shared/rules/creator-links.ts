export const MAX_LINK_REASON = 140;
/** Creators that a search for the other profile shows. */
export const MAX_FOUND_CREATORS = 20;
export const INPUT_REQUIRED = "Input data is required.";
export const INPUT_LENGTH = "Invalid input data length.";
