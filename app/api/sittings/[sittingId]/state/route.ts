import { throughNext } from "#lib/auth/request/api.ts";
import { deviceRoutes } from "#lib/sittings/device-routes.ts";

export const GET = throughNext(deviceRoutes.state);
