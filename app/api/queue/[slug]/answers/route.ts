import { queueRoutes } from "#lib/reviews/device/routes.ts";

export const POST = queueRoutes.answers;
