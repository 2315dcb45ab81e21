/**
 * node:http, which is imported from here alone: `import … from 'node:http'` makes Node load its
 * WebSocket client too, which takes 60 ms of every start and several megabytes.
 */
export const { Agent, createServer, get, request, STATUS_CODES } =
  process.getBuiltinModule('node:http');
