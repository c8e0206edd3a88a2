"use client";

import { useEffect, useState } from "react";

const everyMs = 30_000;

/** The time, for "5 minutes ago": first that of the server, so that both draw the same. */
export function useTime(renderedAt: string): Date {
  const [now, setNow] = useState(() => new Date(renderedAt));
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
