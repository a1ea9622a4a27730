// Loaded into the server by `npm start`: when the starter is killed with -9, the server stops as with Ctrl-C.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
