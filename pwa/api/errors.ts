/** The four ways a call can fail. */

/** The server answered, with a status that is not a success; `message` is the server's own words. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  constructor(response: Response, message: string) {
    super(message);
    this.status = response.status;
    this.statusText = response.statusText;
    this.url = response.url;
  }
}

/** No answer arrived: no line, a refused connection or a blocked request. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** The answer took longer than the call allows. */
export class TimeoutError extends Error {
  override name = "TimeoutError";
}

/** The answer does not fit its contract: our fault, never the visitor's. */
export class ContractError extends Error {
  override name = "ContractError";
}
