"use client";

import type { ComponentProps } from "react";
import { Room } from "#components/sitting/page/sitting-page.tsx";
import { RoomOverview } from "#components/sitting/navigation/overview-view.tsx";

type Props = Omit<ComponentProps<typeof Room>, "first" | "shown" | "Cases" | "Overview">;

/** The room, entered where all cases are to be seen. */
export const OverviewRoom = (props: Props) => (
  <Room {...props} first="overview" shown={null} Overview={RoomOverview} />
);
