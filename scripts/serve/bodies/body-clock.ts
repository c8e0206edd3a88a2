import type { IncomingMessage } from "node:http";

export type BodyLimits = {
  /** For a whole body that isn't an upload. */
  bodyMs: number;
  /** An upload may take hours, but brings at least so much in each such time. */
  uploadMs: number;
  uploadBytes: number;
};

export const bodyLimits: BodyLimits = { bodyMs: 60_000, uploadMs: 30_000, uploadBytes: 16 * 1024 };

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Calls `giveUp` once, for a body that doesn't come, or comes too slowly. */
export function timeBody(
  request: IncomingMessage,
  { isUpload, bodyMs, uploadMs, uploadBytes }: BodyLimits & { isUpload: boolean },
  giveUp: () => void,
): void {
  if (request.complete || !hasBody(request)) return;
  let before = request.socket.bytesRead;
  const look = () => {
    const come = request.socket.bytesRead - before;
    before += come;
    // What has come and isn't read yet keeps the rest from coming: then it is this side that is slow.
    const isOurs = request.readableLength >= request.readableHighWaterMark;
    if (!request.complete && isUpload && (isOurs || come >= uploadBytes)) return;
    clearInterval(clock);
    if (!request.complete) giveUp();
  };
  const clock = setInterval(look, isUpload ? uploadMs : bodyMs).unref();
  request.once("close", () => clearInterval(clock));
}
