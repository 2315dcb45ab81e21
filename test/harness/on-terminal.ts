/** How to run a command so that it has a terminal: what it prints there comes from its output. */
export const onTerminal = (command: string): [string, string[]] =>
  process.platform === 'darwin'
    ? ['script', ['-q', '/dev/null', 'sh', '-c', command]]
    : ['script', ['-qfec', command, '/dev/null']];
