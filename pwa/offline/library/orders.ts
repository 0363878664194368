/** Sort orders of saved posts. */
export const LIBRARY_ORDERS = ["date", "size", "creator"] as const;
export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];
