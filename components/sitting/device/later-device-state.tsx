"use client";

import { useEffect, useState, type ComponentProps } from "react";
import type { DeviceState } from "#components/sitting/device/device-state.tsx";

type DeviceStateModule = typeof import("#components/sitting/device/device-state.tsx");

/** What looks into the device comes after the page, which is read and left without it. */
export function LaterDeviceState(props: ComponentProps<typeof DeviceState>) {
  const [later, setLater] = useState<DeviceStateModule | null>(null);
  useEffect(() => {
    void import("#components/sitting/device/device-state.tsx").then(setLater, () => undefined);
  }, []);
  return later && <later.DeviceState {...props} />;
}
