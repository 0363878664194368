/** Answer to what only the search engine can find, while it is away. */
export const SEARCH_UNAVAILABLE = "Search is not available right now.";
