"use client";

import type { ComponentProps } from "react";
import { Broken } from "#components/shell/broken.tsx";
import { Refusal } from "#components/shell/refusal.tsx";

/** What stands in the place of a page: it is refused, or it broke. */
export type Interruption = ComponentProps<typeof Refusal> | ComponentProps<typeof Broken>;

export const Interrupted = (one: Interruption) =>
  "words" in one ? <Refusal {...one} /> : <Broken {...one} />;
