"use client";

import { type ReactNode, Suspense } from "react";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";

/**
 * Stands in what the server drew until React has taken that over. As long as there is one in the document, something
 * that is done there can go unheard: whoever drives a page waits until there is none.
 */
export const Unheard = () => !useIsAtWork() && <span hidden data-unheard />;

type Props = {
  /** Looks like what will come; nothing in it needs script, which leaves it alone. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** What comes after the page, which React takes over after the page as well. */
export const Streamed = ({ fallback, children }: Props) => (
  <Suspense fallback={fallback}>
    {children}
    <Unheard />
  </Suspense>
);
