"use client";

import { useEffect, useRef, useState } from "react";

/** What is read out: the newest words, but not more often than somebody can listen. A new `topic` is said at once. */
export function useAnnouncement(words: string, topic: string, everyMs = 5000): string {
  const [said, setSaid] = useState("");
  const last = useRef({ at: 0, topic: "" });
  useEffect(() => {
    const wait = last.current.topic === topic ? Math.max(0, last.current.at + everyMs - Date.now()) : 0;
    const timer = setTimeout(() => {
      last.current = { at: Date.now(), topic };
      setSaid(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words, topic, everyMs]);
  return said;
}
