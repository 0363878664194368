export const MAX_LINK_REASON = 140;
/** Number of creators in the search for the other profile. */
export const MAX_FOUND_CREATORS = 20;
export const INPUT_REQUIRED = "Input data is required.";
export const INPUT_LENGTH = "Invalid input data length.";
