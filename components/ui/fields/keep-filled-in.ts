import type { SyntheticEvent } from "react";

/** For forms that may have to be sent once more: React empties a form after its action, and so undoes what was chosen in it. */
export const keepFilledIn = (event: SyntheticEvent): void => event.preventDefault();
