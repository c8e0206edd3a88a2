import { fetchCopyKeeping } from "#components/sitting/device/answer-store-types.ts";
import { forgetLastSitting } from "#components/sitting/device/last-sitting.ts";

/** Whoever signs out leaves nothing here that the server has; what it doesn't have yet waits for them. */
export function leaveBrowser(): void {
  forgetLastSitting();
  void fetchCopyKeeping()
    .then(({ forgetAllCopies }) => forgetAllCopies())
    .catch(() => undefined);
}
