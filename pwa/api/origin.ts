/** Where the API is: the origin of the page, so nothing; the server sets it for the pages it renders. */
export const api = { origin: "" };
