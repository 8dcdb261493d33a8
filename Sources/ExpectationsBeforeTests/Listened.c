#include "Listened.h"

bool expectations_listened;
