/** Orders of the saved posts: newest, largest, or by creator. */
export const LIBRARY_ORDERS = ["date", "size", "creator"] as const;
export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];
