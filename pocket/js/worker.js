/* The worker of who took the pocket along, in the place of the ordinary one, all of which is in it: what the first
   answers, the second isn't asked. */
import "./answering.js";
import "/service-worker.js";
