"use client";

import { useEffect, useState } from "react";
import { isOnCurve, type Eligible } from "#components/builder/frame/eligible.ts";
import { eligibleAddress } from "#lib/paths.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Question = { slug: string; benchmark: string | null; frame: Frame; tracks: readonly string[] };
/** "unfit": a number in the frame is none that can be stored, either. */
type Asked = Eligible | "unfit" | null;
type Answer = { address: string; eligible: Asked };

const badRequest = 400;
/** A moment to let somebody finish typing. */
const patience = 200;

/**
 * Counts for a frame, asked anew when its run or filters change. All tracks are asked for and the threshold is
 * left out as long as the curve can answer it, so that ticking and dragging need no request. `last` may answer
 * an earlier question: good enough for a picture not to flicker, not for a number.
 */
export function useEligible({ slug, benchmark, frame, tracks }: Question) {
  const { reference } = frame;
  const threshold = reference && (isOnCurve(reference.threshold) ? 0 : reference.threshold);
  const asked = { ...frame, tracks, reference: reference && { ...reference, threshold } };
  const address =
    benchmark &&
    `${eligibleAddress(slug)}?${new URLSearchParams({ benchmark, frame: JSON.stringify(asked) })}`;
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    if (!address) return;
    const outdated = new AbortController();
    const { signal } = outdated;
    const timer = setTimeout(async () => {
      const eligible = await ask(address, signal);
      if (!signal.aborted) setAnswer({ address, eligible });
    }, patience);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [address]);

  const answered = answer?.eligible ?? null;
  const last = answered === "unfit" ? null : answered;
  if (!address) return { state: "nothing", eligible: null, last: null } as const;
  if (answer?.address !== address) return { state: "counting", eligible: null, last } as const;
  const state = last ? "counted" : answered === "unfit" ? "unfit" : "failed";
  return { state, eligible: last, last } as const;
}

async function ask(address: string, signal: AbortSignal): Promise<Asked> {
  try {
    const response = await fetch(address, { signal });
    if (response.status === badRequest) return "unfit";
    return response.ok ? ((await response.json()) as Eligible) : null;
  } catch {
    return null;
  }
}
